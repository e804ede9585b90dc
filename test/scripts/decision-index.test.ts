import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../docs/decisions')

it('lists every decision in the index by its title, and explains the numbers without one', () => {
  const index = readFileSync(join(folder, 'README.md'), 'utf8')
  const files = readdirSync(folder).filter((name) => /^\d{4}-/.test(name))
  expect(files.length).toBeGreaterThan(50)
  const rows = files.map((name) => {
    const [title = ''] = readFileSync(join(folder, name), 'utf8').split('\n')
    const [, number = '', words = ''] = /^# (\d+)\. (.+)$/.exec(title) ?? []
    expect(Number(number), name).toBe(Number(name.slice(0, 4)))
    return `| [${number}](${name}) | ${words} |`
  })
  expect(rows.filter((row) => !index.includes(row))).toEqual([])
  const numbers = files.map((name) => Number(name.slice(0, 4)))
  const last = Math.max(...numbers)
  for (let number = 1; number <= last; number += 1) {
    if (!numbers.includes(number)) expect(index).toContain(`| ${number} | Not used`)
  }
})
