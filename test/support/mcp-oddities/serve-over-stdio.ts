// An MCP server over standard streams that is odd as the case named by its argument says.
import { createInterface } from 'node:readline'
import { mcpOddities } from './mcp-oddities.ts'
import { createAnswerer } from './oddity.ts'

const oddity = mcpOddities.find(({ name }) => name === process.argv[2])
if (!oddity) throw new Error(`There is no case ${process.argv[2]}.`)
if (oddity.greeting !== undefined) process.stdout.write(oddity.greeting)
const answer = createAnswerer(oddity)
createInterface({ input: process.stdin }).on('line', (line) => {
  const answered = answer(line)
  if (answered === 'exit') {
    process.stderr.write('odd server ends\n')
    process.exit(3)
  }
  for (const each of answered) process.stdout.write(`${each}\n`)
})
