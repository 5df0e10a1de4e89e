/** How many rows of a list are drawn. */

/** Lists up to this length are drawn whole. A longer list draws this many rows until its visible part is known. */
export const wholeLength = 50

/**
 * The same length once the user has entered something. Rows that mount and unmount would tell the agent which sizes the
 * page has, so as many rows stay as a template draws at first.
 */
export const wholeLengthAfterInput = 200

/** Rows drawn on either side of the visible rows. */
export const overscan = 8
