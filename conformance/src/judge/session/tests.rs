//! Every check of a course, with the replies of a liar.
