//! What the plots share: how text and grid look on a light page and on a dark one.

/// The style sheet of a plot: what all have, and what this one has more, light and dark.
pub(crate) fn style(light: &str, dark: &str) -> String {
    format!(
        "\
<style>
  text {{ font: 12px system-ui, sans-serif; fill: #1f2328; }}
  .quiet {{ fill: #59636e; }}
  .title {{ font-weight: 600; font-size: 14px; }}
  .end {{ text-anchor: end; }}
  .middle {{ text-anchor: middle; }}
  .grid {{ stroke: #d1d9e0; stroke-width: 1; }}
{light}  @media (prefers-color-scheme: dark) {{
    text {{ fill: #e6edf3; }}
    .quiet {{ fill: #9198a1; }}
    .grid {{ stroke: #3d444d; }}
{dark}  }}
</style>
"
    )
}
