/** When something was saved, in words. Both times in ms since 1970. */
export function sinceText(saved_ms: number, now_ms: number = Date.now()): string {
  const minutes = Math.round((now_ms - saved_ms) / 60_000);
  if (minutes < 1) return 'saved just now';
  if (minutes < 60) return `saved ${minutes} min ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return `saved ${hours} h ago`;
  return `saved on ${new Date(saved_ms).toLocaleDateString('en', { day: 'numeric', month: 'long' })}`;
}
