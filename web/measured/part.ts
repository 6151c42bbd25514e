/** Parts of the page for measured runs. */
import './measured.css';

export { MeasuredOffer } from './MeasuredOffer';
export { MissingRunBar } from './MissingRunBar';
