//! The reference implementation as a process of the harness protocol: a request a line in, a reply
//! a line out. Nothing is decided here.

use std::io::{self, BufRead as _, BufReader, BufWriter, Write as _};

use recovery_adapter_reference::Adapter;

/// Replies are flushed when no further request waits in the buffer: a harness that sends many at a
/// time gets many at a time.
fn main() -> io::Result<()> {
    let mut requests = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut replies = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut adapter = Adapter::default();
    let mut line = Vec::new();
    while requests.read_until(b'\n', &mut line)? > 0 {
        replies.write_all(adapter.answer(&line).as_bytes())?;
        replies.write_all(b"\n")?;
        if requests.buffer().is_empty() {
            replies.flush()?;
        }
        line.clear();
    }
    replies.flush()
}
