// Style sheets that the entry's form and the app share. The order of the layers comes first.
import './layers.css';
import '../styles/fonts.css';
import '../styles/tokens.css';
import '../styles/tokens-dark.css';
import './base.css';
