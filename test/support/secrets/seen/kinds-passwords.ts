import { alphanumeric, printable } from '../alphabets.ts'
import type { SecretKind, SecretSource } from '../secret-kind.ts'

const ALL_CHARACTERS =
  'https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html#implement-proper-password-strength-controls'

/** Begins with a letter or a digit: no file could hold it without quotes otherwise. */
const makePassword = ({ chars }: SecretSource) => `${chars(alphanumeric, 1)}${chars(printable, 13)}`
const inSingleQuotes = (secret: string) => `'${secret.replaceAll("'", "'\\''")}'`

/** Passwords of any printable characters, as password managers make them. */
export const passwordKinds: readonly SecretKind[] = [
  {
    name: 'password of any characters',
    source: ALL_CHARACTERS,
    make: makePassword,
    write: {
      ini: (secret) => `[db]\nuser = shop\npassword = ${secret}\nport = 5432\n`,
      yaml: (secret) => `db:\n  user: shop\n  password: ${secret}\n  port: 5432\n`,
      json: (secret) => JSON.stringify({ user: 'shop', password: secret }),
      shell: (secret) => `$ cat -n config.yml\n     1\tdb:\n     2\t  password: ${secret}\n`,
      prose: (secret) => `I changed this:\n\n> db:\n>   password: ${secret}\n`,
    },
  },
  {
    name: 'password of any characters in the environment',
    source: ALL_CHARACTERS,
    make: makePassword,
    write: {
      ini: (secret) => `DB_USER=shop\nDB_PASS=${secret}\nDB_PORT=5432\n`,
      yaml: (secret) => `services:\n  db:\n    environment:\n      - DB_PASS=${secret}\n`,
      json: (secret) => JSON.stringify({ env: { DB_PASS: secret } }),
      shell: (secret) => `export DB_PASS=${inSingleQuotes(secret)}`,
      prose: (secret) => `The diff of .env is\n\n-DB_PASS=hunter2\n+DB_PASS=${secret}\n`,
    },
  },
  {
    name: 'password of any characters for a command',
    source: 'https://curl.se/docs/manpage.html#-u',
    make: makePassword,
    write: {
      ini: (secret) => `[job]\ncommand = curl -u admin:${secret} https://example.org\n`,
      yaml: (secret) => `run: curl -fsS -u admin:${secret} https://example.org\n`,
      json: (secret) => JSON.stringify({ run: `deploy --password ${secret} --force` }),
      shell: (secret) => `curl -u ${inSingleQuotes(`admin:${secret}`)} https://example.org`,
      prose: (secret) => `First I run sshpass -p ${inSingleQuotes(secret)} ssh web, then tail.`,
    },
  },
]
