package dev.mayfly.face.mongo.session;

import dev.mayfly.face.mongo.collection.NewCollections;

/**
 * What the first statement of a transaction has settled for the rest, and what goes if it is aborted.
 *
 * @param isSnapshot whether it reads as of one instant for sure, by its read concern
 * @param api what its other statements must ask for as well
 * @param made the collections it has made
 */
public record TransactionTerms(boolean isSnapshot, ApiParameters api, NewCollections made) {}
