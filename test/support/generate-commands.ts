import { quoteWord } from '../../src-main/core/programs/shell-words.ts'
import { Chance } from './large-session/chance.ts'
import { catastrophic } from './shell-commands/catastrophic.ts'
import { dangerous } from './shell-commands/dangerous.ts'
import { risky } from './shell-commands/risky.ts'
import { safe } from './shell-commands/safe.ts'
import { unknown } from './shell-commands/unknown.ts'

const commands = [safe, risky, unknown, dangerous, catastrophic].flatMap((table) =>
  Object.values(table).flat(),
)

type Compose = (one: string, other: string) => string

/** Ways in which agents put commands together. */
const COMPOSE: readonly [Compose, ...Compose[]] = [
  (one) => one,
  (one, other) => `${one} && ${other}`,
  (one, other) => `${one}; ${other}`,
  (one, other) => `${one} 2>&1 | ${other}`,
  (one) => `(cd packages/app && ${one})`,
  (one) => `bash -lc ${quoteWord(one)}`,
  (one) => `for name in a b c; do ${one}\ndone`,
  (one, other) => `if ${one}\nthen ${other}\nfi`,
  (one) => `echo "$(${one}\n)"`,
  (one, other) => `cat <<'END' > notes.md\n${one}\n${other}\nEND\n`,
  (one) => `find src -name '*.ts' -exec sh -c ${quoteWord(one)} \\;`,
]

/** The same ones for the same seed. */
export function generateCommands(count: number, seed = 9): readonly string[] {
  const chance = new Chance(seed)
  const pick = () => commands[chance.whole(0, commands.length - 1)] ?? 'ls'
  const compose = (command: string) => chance.pick(COMPOSE)(command, pick())
  return Array.from({ length: count }, () => compose(compose(pick())))
}
