/** Rows above and below the visible ones, so that fast scrolling shows no gap. */
const overscan = 8;

/** Which rows of equal height are visible: from `start` up to, and without, `end`. */
export function visibleRows(
  scrollTop: number,
  viewHeight: number,
  rowHeight: number,
  rowCount: number,
): { readonly start: number; readonly end: number } {
  const first = Math.floor(Math.max(0, scrollTop) / rowHeight);
  const visible = Math.ceil(viewHeight / rowHeight) + 1;
  const start = Math.max(0, Math.min(first - overscan, rowCount));
  return { start, end: Math.min(rowCount, Math.max(start, first + visible + overscan)) };
}

/** The scroll position at which a row is visible: the current one if the row is visible already. */
export function scrollToRow(index: number, scrollTop: number, viewHeight: number, rowHeight: number): number {
  const [top, bottom] = [index * rowHeight, (index + 1) * rowHeight];
  if (top < scrollTop) return top;
  return bottom > scrollTop + viewHeight ? bottom - viewHeight : scrollTop;
}

/**
 * The scroll position after rows were added or removed, at which the first visible row stays in its place. At the top, the list
 * stays at the top and shows the new rows.
 */
export function anchoredScroll<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (row: T) => string,
  scrollTop: number,
  rowHeight: number,
): number {
  if (scrollTop < rowHeight) return scrollTop;
  const index = Math.floor(scrollTop / rowHeight);
  const anchor = before[index];
  if (anchor === undefined) return scrollTop;
  const key = keyOf(anchor);
  const moved = after.findIndex((row) => keyOf(row) === key);
  return moved < 0 ? scrollTop : scrollTop + (moved - index) * rowHeight;
}
