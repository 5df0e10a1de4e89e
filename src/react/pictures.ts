/** Pictures and players that are held outside of the page, so that to draw them asks for nothing that was not asked for. */

/** Asks for a picture. The browser has it at hand when it is drawn. */
export function loadPicture(address: string): HTMLImageElement {
  const picture = document.createElement('img')
  picture.referrerPolicy = 'no-referrer'
  picture.src = address
  return picture
}

/** Asks for nothing where the browser does as it is told. Any other browser asks for all of them, and not only for what is drawn. */
export function holdPlayer(address: string): HTMLMediaElement {
  const player = document.createElement('video')
  player.preload = 'none'
  player.src = address
  return player
}

/** Not where it could not be loaded, nor where its element has taken another address: the browser would ask again. */
export function isAtHand(address: string, picture: HTMLImageElement | undefined): boolean {
  return picture?.src === address && !(picture.complete && picture.naturalWidth === 0)
}
