// Plain JavaScript, like run-on-node.mjs: it runs under whatever Node is installed.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { isatty } from 'node:tty'

/**
 * Turns this process into another program. Where a process cannot be replaced (Windows, older Node)
 * it stays behind as a go-between.
 *
 * @param {string} executable
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export function become(executable, args, env) {
  if (process.execve && process.platform !== 'win32') {
    process.execve(executable, [executable, ...args], env)
  }
  runAs(executable, args, env)
}

/**
 * Runs another program as if it were this one: same terminal, same signals, same exit code.
 *
 * @param {string} executable
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export function runAs(executable, args, env) {
  const child = spawn(executable, args, { stdio: 'inherit', env })
  // A terminal sends its interrupt to the child as well: passed on, it would count twice.
  process.on('SIGINT', () => isatty(0) || child.kill('SIGINT'))
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGHUP', () => child.kill('SIGHUP'))
  child.on('error', (error) => {
    console.error(`${executable} could not be started: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal ?? 'SIGTERM']
  })
}
