/**
 * In a frame on another site: tells that site how high the page is, and that it is a new one. The site that has put the frame
 * there may know it, and nothing else is said. Nothing is listened to.
 */
if (parent !== window && document.documentElement.classList.contains('embedded')) {
  let isNewPage = true
  const tell = () => {
    const bookingHeight = document.documentElement.offsetHeight
    parent.postMessage({ bookingHeight, isNewPage }, '*')
    isNewPage = false
  }
  tell()
  new ResizeObserver(tell).observe(document.documentElement)
}
