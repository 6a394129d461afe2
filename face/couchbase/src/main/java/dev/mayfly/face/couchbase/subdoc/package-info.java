/**
 * Parts of documents: paths, what is looked up and changed at them, and the extended attributes of a document.
 *
 * <p>Below is what works on bytes alone ({@link dev.mayfly.face.couchbase.subdoc.SubPath}, the edits); above it, what a
 * request may ask for and how a whole one is carried out.
 */
@NullMarked
package dev.mayfly.face.couchbase.subdoc;

import org.jspecify.annotations.NullMarked;
