package dev.mayfly.face.mongo.session;

import dev.mayfly.face.mongo.collection.NewCollections;

/**
 * The terms that the first statement of a transaction sets for the rest, and the collections to drop if it is aborted.
 *
 * @param isSnapshot whether its read concern requires that it reads as of one instant
 * @param api the promise that its other statements must request as well
 * @param made the collections it has created
 */
public record TransactionTerms(boolean isSnapshot, ApiParameters api, NewCollections made) {}
