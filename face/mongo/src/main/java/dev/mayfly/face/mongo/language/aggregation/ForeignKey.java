package dev.mayfly.face.mongo.language.aggregation;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.expression.ExpressionCompiler;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;

/** A field of the rows and the field of another collection that is to be equal to it. */
final class ForeignKey {
    private final Expression local;
    private final String foreign;

    ForeignKey(String local, String foreign) {
        this.local = ExpressionCompiler.compile(new BsonString("$" + local));
        this.foreign = foreign;
    }

    /** Returns the query for the other collection: if the row has an array, any of its elements counts. */
    BsonDocument queryFor(BsonDocument row) {
        BsonValue value = local.evaluate(TreeView.of(row), Variables.NONE);
        return queryFor(foreign, ExpressionValues.isMissing(value) ? BsonNull.VALUE : value);
    }

    /** A query for documents whose field is equal to a value, or to one of its elements. */
    static BsonDocument queryFor(String field, BsonValue value) {
        if (!value.isArray()) {
            return equal(field, value);
        }
        BsonArray values = value.asArray();
        boolean hasRegex = values.stream().anyMatch(BsonValue::isRegularExpression);
        if (!hasRegex) {
            return new BsonDocument(field, new BsonDocument("$in", values));
        }
        List<BsonDocument> each =
                values.stream().map(element -> equal(field, element)).toList();
        return new BsonDocument("$or", new BsonArray(each));
    }

    private static BsonDocument equal(String field, BsonValue value) {
        return new BsonDocument(field, new BsonDocument("$eq", value));
    }
}
