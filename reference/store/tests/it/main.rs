//! The store from outside: what it refuses, what it finds, and who may use it at once.

mod damage;
mod files;
mod kept;
mod support;
mod triggers;
mod writers;
