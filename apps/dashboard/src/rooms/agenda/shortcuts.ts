/** Keys of the whole page. They rest while something is typed, and while a dialog or a menu is open. */
import { useEffect, useEffectEvent } from 'react'

const TYPED = 'input, textarea, select, [contenteditable="true"]'
const OPEN = '[role="dialog"], [role="menu"]'

/** @param acts by the key, letters in lower case */
export function useShortcuts(acts: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const act = acts[event.key.toLowerCase()]
    const isTyped = event.target instanceof Element && event.target.closest(TYPED) !== null
    if (act === undefined || isTyped || document.querySelector(OPEN) !== null) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
