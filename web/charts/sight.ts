/** Visibility of elements: they are in a visible tab, and on the screen or a little beyond its edge. */
export class Sight {
  private readonly observer: IntersectionObserver | null;
  /** Elements outside of the screen. Elements count as visible until the browser reports otherwise. */
  private readonly outside = new Set<Element>();

  /** `appeared` is called when an element becomes visible. */
  constructor(private readonly appeared: () => void) {
    this.observer =
      typeof IntersectionObserver === 'function'
        ? new IntersectionObserver((entries) => this.note(entries), { rootMargin: '64px' })
        : null;
  }

  /** Listens to the visibility of the tab. Returns a function that stops. */
  start(): () => void {
    document.addEventListener('visibilitychange', this.turned);
    return () => {
      this.observer?.disconnect();
      document.removeEventListener('visibilitychange', this.turned);
    };
  }

  watch(element: Element): void {
    this.observer?.observe(element);
  }

  forget(element: Element): void {
    this.observer?.unobserve(element);
    this.outside.delete(element);
  }

  sees(element: Element): boolean {
    return !document.hidden && !this.outside.has(element);
  }

  private readonly turned = (): void => {
    if (!document.hidden) this.appeared();
  };

  private note(entries: IntersectionObserverEntry[]): void {
    let news = false;
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) this.outside.add(target);
      else if (this.outside.delete(target)) news = true;
    }
    if (news) this.appeared();
  }
}
