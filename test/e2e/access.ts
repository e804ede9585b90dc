import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { keepScreen } from './screens.ts'

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
  for (const { name, media, rules } of themes) {
    // A colour on its way to another is neither.
    await page.emulateMedia({ ...media, reducedMotion: 'reduce' })
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
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    // Monaco and xterm draw themselves, and are judged by their own makers.
    .exclude('.monaco-editor')
    .exclude('.xterm')
    // Of what is well, one place a rule is enough.
    .options({ resultTypes: ['violations'] })
  const chosen = rules.filter((rule) => !except.includes(rule))
  if (chosen.length > 0) axe.withRules(chosen)
  else axe.disableRules([...except])
  const { violations, passes } = await axe.analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  )
  expect.soft(found, screen).toEqual([])
  expect(passes.length, screen).toBeGreaterThan(chosen.length > 0 ? 0 : 10)
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
