import { findInstallation } from '../../installation.ts'
import { defineCommand } from '../command-line/command.ts'
import { EXIT } from '../command-line/exit-codes.ts'

export const command = defineCommand({
  name: 'version',
  usage: ['orrery version'],
  run: async () => {
    console.log(findInstallation().version)
    return EXIT.ok
  },
})
