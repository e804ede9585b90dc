import { findInstallation } from '../installation.ts'
import { type Command, readArgs } from './command.ts'
import { EXIT } from './exit.ts'

export const command: Command = {
  usage: 'orrery version',
  run: async (args) => {
    readArgs(args, { name: 'version', options: {} })
    console.log(findInstallation().version)
    return EXIT.ok
  },
}
