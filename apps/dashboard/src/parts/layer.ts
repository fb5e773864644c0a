/** What lies over the page: Esc closes the upper layer alone, and the focus goes back to what opened it. */
import { useEffect, useEffectEvent, useState } from 'react'

let made = 0
const open = new Set<number>()

/** Call it in what is there while it is open. */
export function useLayer(onEscape: () => void, isOpen = true): void {
  const [opener] = useState(() => document.activeElement)
  // The outer of two that appear together is rendered first, but its effects run last.
  const [place] = useState(() => (made += 1))
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
    if (place !== Math.max(...open)) return
    // A list or a menu that is open in the layer closes first.
    const { target } = event
    if (
      target instanceof Element &&
      target.getAttribute('data-mantine-stop-propagation') === 'true'
    ) {
      return
    }
    event.preventDefault()
    onEscape()
  })
  useEffect(() => {
    if (!isOpen) return undefined
    open.add(place)
    const listener = (event: KeyboardEvent): void => press(event)
    window.addEventListener('keydown', listener, { capture: true })
    return () => {
      open.delete(place)
      window.removeEventListener('keydown', listener, { capture: true })
    }
  }, [place, isOpen])
  useEffect(
    () => () => {
      // A menu that opened it has closed: what it hangs on is not known, the page is.
      const next =
        opener instanceof HTMLElement && opener.isConnected && opener !== document.body
          ? opener
          : (lastOf('[role=dialog]') ?? document.getElementById('content'))
      next?.focus()
    },
    [opener],
  )
}

function lastOf(selector: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(selector)].at(-1)
}
