package dev.mayfly.face.mongo.wire;

import dev.mayfly.base.document.BsonView;
import java.util.List;

/**
 * One request as it came over the wire. Its views look into the frame, which must not change.
 *
 * @param form how it was put, and so how its answer must be
 * @param moreToCome whether the sender waits for no answer
 * @param body the command, its name first
 * @param sequences further documents of the command, outside its body
 */
public record WireMessage(WireForm form, boolean moreToCome, BsonView body, List<DocumentSequence> sequences) {
    /** A field of the command whose value is a list of documents. */
    public record DocumentSequence(String name, List<BsonView> documents) {}
}
