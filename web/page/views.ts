/** The views of the page in the order of their tabs. */
import type { PageView } from '../url/views';
import { VIEW } from './strings';

/** Views with their names and the keys that open them. */
export const VIEWS: readonly { view: PageView; label: string; key: string }[] = [
  { view: 'learn', label: VIEW.learn, key: '1' },
  { view: 'lab', label: VIEW.lab, key: '2' },
  { view: 'studies', label: VIEW.studies, key: '3' },
  { view: 'papers', label: VIEW.papers, key: '4' },
];
