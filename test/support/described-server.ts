// An MCP server over standard streams with one tool. The tool is described by a JSON file, read anew at each listing.
import { readFileSync } from 'node:fs'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'

const [file = ''] = process.argv.slice(2)
const server = new Server({ name: 'described', version: '1.0.0' }, { capabilities: { tools: {} } })
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: [JSON.parse(readFileSync(file, 'utf8'))],
}))
server.setRequestHandler(CallToolRequestSchema, () => ({
  content: [{ type: 'text', text: 'Sent.' }],
}))
await server.connect(new StdioServerTransport())
