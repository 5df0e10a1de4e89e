/** How many rows of a list are drawn. */

/** Lists up to this length are drawn whole. A longer list draws this many rows until its visible part is known. */
export const wholeLength = 50

/** Rows drawn on either side of the visible rows. */
export const overscan = 8
