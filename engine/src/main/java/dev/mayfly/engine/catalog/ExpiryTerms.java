package dev.mayfly.engine.catalog;

import dev.mayfly.engine.expiry.PolicyState;

/**
 * When the documents of a collection expire, and what limits that.
 *
 * @param pace how often the sweeper may look for its expired documents
 * @param maxExpire how many documents a change of its policy may hide at once
 */
public record ExpiryTerms(PolicyState policy, SweepPace pace, ExpireLimit maxExpire) {}
