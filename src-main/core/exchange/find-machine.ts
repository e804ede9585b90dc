import { homedir, hostname, userInfo } from 'node:os'
import type { Machine } from './redaction/private-words.ts'

/** Finds the names of this machine and its user, which nothing that leaves it may show. */
export function findMachine(homeDir = homedir()): Machine {
  return { homeDir, hostName: hostname(), userName: findUserName() }
}

/** Returns an empty name for a user that the system doesn't know. */
function findUserName(): string {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}
