/** Describes when work was saved. */
import { day } from '../ui/language';
import { SAVED_WORK } from './lazyStrings';

/** Returns "saved 5 min ago" or the like. Both times in milliseconds since 1970. */
export function sinceText(saved_ms: number, now_ms: number = Date.now()): string {
  const minutes = Math.round((now_ms - saved_ms) / 60_000);
  if (minutes < 1) return SAVED_WORK.now;
  if (minutes < 60) return SAVED_WORK.minutes(minutes);
  const hours = Math.round(minutes / 60);
  return hours < 24 ? SAVED_WORK.hours(hours) : SAVED_WORK.day(day(saved_ms));
}
