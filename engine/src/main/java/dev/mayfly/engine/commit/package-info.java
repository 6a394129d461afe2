/**
 * Commits: drafts of writes, the queue that makes one batch of those that wait, the sequence of batches of one collection,
 * and the participants that add to each.
 *
 * <p>A group says on which turn it stands, the number of the collection's last batch: {@link
 * dev.mayfly.engine.commit.CommitSequence} is the place that would compare turns where other processes write, too.
 */
@NullMarked
package dev.mayfly.engine.commit;

import org.jspecify.annotations.NullMarked;
