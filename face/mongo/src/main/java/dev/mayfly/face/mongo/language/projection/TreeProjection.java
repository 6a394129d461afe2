package dev.mayfly.face.mongo.language.projection;

import dev.mayfly.face.mongo.language.expression.Variables;
import org.bson.BsonDocument;

/** A projection that is a tree and nothing more. */
record TreeProjection(ProjectionNode root) implements Projection {
    @Override
    public BsonDocument apply(BsonDocument document, Variables variables, int position) {
        return root.applyTo(document, variables);
    }
}
