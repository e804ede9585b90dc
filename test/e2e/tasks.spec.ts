import { expect } from '@playwright/test'
import { examine } from './access.ts'
import { openFolder, panel, playhead, stepUntil } from './window.ts'
import { test } from './workbench.ts'

test.use({ reducedMotion: 'reduce' })

test('tasks are written down, changed by keyboard, and shown in the past as they were', async ({
  workbench,
}) => {
  const { page, project } = workbench
  await openFolder(page, 'Open a folder…', project)
  await page.keyboard.press('ControlOrMeta+Shift+K')
  const tasks = panel(page, 'Tasks')
  await expect(tasks).toContainText('What is to be done on this project')
  const title = tasks.getByRole('textbox', { name: 'New task' })
  await title.fill('Mend the orbit')
  await title.press('Enter')
  await expect(tasks.getByRole('listitem')).toHaveCount(1)
  await title.fill('Ship it')
  await title.press('Enter')
  await expect(tasks.getByRole('listitem')).toHaveCount(2)

  const ship = tasks.getByRole('button', { name: 'Ship it' })
  await ship.focus()
  await page.keyboard.press('Enter')
  const form = tasks.getByRole('form', { name: 'Task #2' })
  await form.getByRole('textbox', { name: 'What is to be done' }).fill('To everybody.')
  await form.getByRole('textbox', { name: 'Waits for' }).fill('1')
  await form.getByRole('combobox', { name: 'Priority' }).selectOption('urgent')
  await examine(page, 'tasks')
  await form.getByRole('textbox', { name: 'Title' }).press('Enter')
  await expect(form).toHaveCount(0)
  await expect(ship).toContainText('waits for #1')

  await tasks.getByRole('button', { name: 'Mend the orbit' }).click()
  const mend = tasks.getByRole('form', { name: 'Task #1' })
  await mend.getByRole('textbox', { name: 'Waits for' }).fill('#2')
  await mend.getByRole('button', { name: 'Save' }).click()
  await expect(mend.getByRole('alert')).toContainText('Tasks would wait for each other')
  await mend.getByRole('textbox', { name: 'Waits for' }).fill('')
  await mend.getByRole('combobox', { name: 'Status' }).selectOption('done')
  await mend.getByRole('button', { name: 'Save' }).click()
  await expect(tasks.getByRole('region', { name: 'Done' })).toContainText('Mend the orbit')
  await expect(ship).not.toContainText('waits for')

  await playhead(page).focus()
  await page.keyboard.press('Home')
  await expect(tasks).toContainText('The session knew of no tasks at this moment.')
  await stepUntil(page, 'ArrowRight', tasks.getByText('2 to do'))
  await expect(tasks.getByRole('region', { name: 'Open' }).getByRole('listitem')).toHaveCount(2)
  await expect(tasks.getByRole('region', { name: 'Done' })).toHaveCount(0)
  await expect(tasks.getByRole('textbox', { name: 'New task' })).toHaveCount(0)
  await ship.click()
  await expect(tasks.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await examine(page, 'tasks-past')
})
