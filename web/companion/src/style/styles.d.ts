/** Styles are bundled beside the script that needs them. */
declare module "*.css";
