/** Links to lessons, built by `.ci/lessons.mjs`; its type is `LessonLinks`. */
declare module 'virtual:lessons' {
  const links: unknown;
  export default links;
}
