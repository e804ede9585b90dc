import { useSyncExternalStore } from 'react'

/** `ask`: the system has not been asked yet. `blocked`: it does not allow notifications. */
export type NewsChoice = 'on' | 'off' | 'ask' | 'blocked'

const KEY = 'orrery.news'
const CHANGED = 'orrery:news'

/** Whether this window tells of other sessions by notifications of the system. Kept by each device for itself. */
export function newsChoice(): NewsChoice {
  if (!('Notification' in window) || Notification.permission === 'denied') return 'blocked'
  if (Notification.permission === 'default') return 'ask'
  return localStorage.getItem(KEY) === 'off' ? 'off' : 'on'
}

/** Asks the system first where that has not been done. */
export async function chooseNews(isOn: boolean): Promise<void> {
  localStorage.setItem(KEY, isOn ? 'on' : 'off')
  if (isOn && newsChoice() === 'ask') await Notification.requestPermission()
  window.dispatchEvent(new Event(CHANGED))
}

export function useNewsChoice(): NewsChoice {
  return useSyncExternalStore(subscribe, newsChoice)
}

function subscribe(onChange: () => void): () => void {
  // Meanwhile it may have been allowed, or not, beside the page.
  const events = [CHANGED, 'focus', 'storage']
  for (const event of events) window.addEventListener(event, onChange)
  return () => {
    for (const event of events) window.removeEventListener(event, onChange)
  }
}
