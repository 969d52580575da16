"""How Sphinx renders the pages that pages.py has gathered. Every warning ends the build."""
project = "tspoon"
copyright = "the tspoon contributors, Apache-2.0"
extensions = ["myst_parser", "sphinxcontrib.mermaid"]
myst_heading_anchors = 4  # as GitHub names them
myst_fence_as_directive = ["mermaid"]
myst_links_external_new_tab = False
nitpicky = True
html_theme = "furo"
html_title = "tspoon"
html_static_path = ["static"]
html_css_files = ["tables.css"]
html_copy_source = False
html_show_sphinx = False
pygments_style = "friendly"
# Blocks without a language are commands; what a lexer cannot read is shown as it is.
highlight_language = "none"
suppress_warnings = ["misc.highlighting_failure"]
