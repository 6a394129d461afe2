package dev.mayfly.face.mongo.language.aggregation;

import dev.mayfly.face.mongo.language.aggregation.stage.FieldPlaces;
import dev.mayfly.face.mongo.language.aggregation.stage.PipelineContext;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.aggregation.stage.Stage;
import dev.mayfly.face.mongo.language.expression.MetaVariables;
import dev.mayfly.face.mongo.language.projection.Projection;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A stage that sets fields or leaves some out. A field that it sets, and that the stage before it has left out, stands
 * again where it stood.
 *
 * @param removes whether it leaves fields out
 * @param asksForOrder whether it reads by which values rows were sorted
 */
record ReshapeStage(Projection projection, boolean removes, boolean asksForOrder) implements Stage {
    @Override
    public Rows over(Rows input, PipelineContext context) {
        return new ReshapedRows(input, context);
    }

    private final class ReshapedRows implements Rows {
        private final Rows input;
        private final PipelineContext context;
        private final @Nullable ReshapedRows before;
        private BsonDocument row = new BsonDocument();
        private BsonDocument shaped = row;

        private ReshapedRows(Rows input, PipelineContext context) {
            this.input = input;
            this.context = context;
            this.before = input instanceof ReshapedRows rows && rows.keepsPlaces() ? rows : null;
        }

        private boolean keepsPlaces() {
            return removes || before != null;
        }

        /** Returns the places of the last row; called by the next stage only. */
        private BsonDocument places() {
            return FieldPlaces.joined(before == null ? row : before.places(), shaped);
        }

        @Override
        public @Nullable BsonDocument next() {
            BsonDocument next = input.next();
            if (next == null) {
                return null;
            }
            row = next;
            shaped = MetaVariables.carried(next, projection.apply(next, context.variables(input, asksForOrder)));
            if (before != null) {
                shaped = FieldPlaces.arranged(shaped, places());
            }
            return shaped;
        }

        @Override
        public @Nullable BsonValue sortKey() {
            return input.sortKey();
        }

        @Override
        public void close() {
            input.close();
        }
    }
}
