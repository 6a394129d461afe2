package dev.mayfly.face.mongo.language.projection;

import dev.mayfly.face.mongo.language.expression.Variables;
import java.util.List;
import org.bson.BsonDocument;

/** A tree, then cuts of arrays in what it has left. */
record CutProjection(ProjectionNode root, List<ArrayCut> cuts) implements Projection {
    @Override
    public BsonDocument apply(BsonDocument document, Variables variables, int position) {
        BsonDocument result = root.applyTo(document, variables);
        for (ArrayCut cut : cuts) {
            result = cut.apply(result, position);
        }
        return result;
    }

    @Override
    public boolean isPositional() {
        return cuts.stream().anyMatch(ArrayCut::isPositional);
    }
}
