// Style sheets that the entry's form and the app share. The order of the layers comes first.
import './layers.css';
import '#src/styles/tokens.css';
import '#src/styles/tokens-dark.css';
import './base.css';
