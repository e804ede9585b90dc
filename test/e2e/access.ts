import { expect, type Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'
import { keepScreen } from './screens.ts'
import { untilDrawn } from './window.ts'

/**
 * Every theme there is, as the system asks for it; with high contrast, text has to stand out by 7:1. What
 * does not depend on a theme is examined in the first: the others would find the same.
 */
const themes = [
  { name: 'dark', media: { colorScheme: 'dark', contrast: 'no-preference' }, rules: [] },
  {
    name: 'light',
    media: { colorScheme: 'light', contrast: 'no-preference' },
    rules: ['color-contrast', 'link-in-text-block'],
  },
  {
    name: 'contrast',
    media: { colorScheme: 'dark', contrast: 'more' },
    rules: ['color-contrast-enhanced', 'link-in-text-block'],
  },
] as const

/**
 * Keeps pictures of what is on screen, and has it examined in every theme for what shuts people out,
 * `except` for some of axe’s rules.
 */
export async function examine(
  page: Page,
  screen: string,
  except: readonly string[] = [],
): Promise<void> {
  // What is still to come is not the screen that is asked about.
  await expect(page.getByRole('status', { name: /^(Loading|Opening)/ })).toHaveCount(0)
  await expect(page.getByText('Reconnecting')).toHaveCount(0)
  const before = await page.evaluate(readMedia)
  await page.evaluate(axe.source)
  for (const { name, media, rules } of themes) {
    // A colour on its way to another is neither; a theme comes with the next frame.
    await page.emulateMedia({ ...media, reducedMotion: 'reduce' })
    await page.evaluate(untilDrawn)
    await keepScreen(page, `${screen}-${name}`)
    await runAxe(page, `${screen}-${name}`, { rules, except })
  }
  await page.emulateMedia(before)
}

interface RuleChoice {
  /** None: all of them. */
  readonly rules: readonly string[]
  readonly except: readonly string[]
}

async function runAxe(page: Page, screen: string, { rules, except }: RuleChoice): Promise<void> {
  const chosen = rules.filter((rule) => !except.includes(rule))
  const options: RunOptions = {
    // Of what is well, one place a rule is enough.
    resultTypes: ['violations'],
    ...(chosen.length > 0
      ? { runOnly: { type: 'rule', values: chosen } }
      : { rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])) }),
  }
  const { violations, passes } = await page.evaluate(run, options)
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  )
  expect.soft(found, screen).toEqual([])
  expect(passes.length, screen).toBeGreaterThan(chosen.length > 0 ? 0 : 10)
}

/** In the page. Monaco and xterm draw themselves, and are judged by their own makers. */
function run(options: RunOptions): Promise<AxeResults> {
  return axe.run({ exclude: ['.monaco-editor', '.xterm'] }, options)
}

/** What the page is told of the system. */
function readMedia() {
  const is = (query: string) => matchMedia(`(${query})`).matches
  return {
    colorScheme: is('prefers-color-scheme: light') ? ('light' as const) : ('dark' as const),
    contrast: is('prefers-contrast: more') ? ('more' as const) : ('no-preference' as const),
    reducedMotion: is('prefers-reduced-motion: reduce')
      ? ('reduce' as const)
      : ('no-preference' as const),
  }
}
