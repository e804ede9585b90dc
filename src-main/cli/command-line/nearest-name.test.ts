import { expect, test } from 'vitest'
import { commands } from '../commands.ts'
import { findNearest } from './nearest-name.ts'

test('a misspelt word is known by its neighbours, and a strange one by none', () => {
  const words = Object.keys(commands)
  const meant = ['serv', 'mpc', 'sesions', 'tsaks', 'dcotor', 'seting', 'tools', 'x', 'nonsense']
  expect(meant.map((word) => findNearest(word, words))).toEqual([
    'serve',
    'mcp',
    'sessions',
    'tasks',
    'doctor',
    'settings',
    undefined,
    undefined,
    undefined,
  ])
})
