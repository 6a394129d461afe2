package dev.mayfly.face.mongo.language.aggregation;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.base.query.RowWindow;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.aggregation.stage.Stage;
import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.Trees;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Stages that count rows, and look at nothing in them. */
final class CountingStages {
    private CountingStages() {}

    @SuppressWarnings("UnusedVariable") // The shape of every stage's compiler.
    static Stage limit(String name, BsonValue argument, StageScope scope) {
        Long limit = Trees.wholeOf(argument);
        if (limit == null || limit < 0) {
            throw location(
                    5107201,
                    "invalid argument to $limit stage: Expected "
                            + (Trees.isNumber(argument)
                                    ? (limit == null ? "an integer" : "a non-negative number")
                                    : "a number")
                            + " in: " + BsonText.field("$limit", argument));
        }
        if (limit == 0) {
            throw location(15958, "the limit must be positive");
        }
        return (input, _) -> new WindowRows(input, new RowWindow(0, limit));
    }

    @SuppressWarnings("UnusedVariable") // The shape of every stage's compiler.
    static Stage skip(String name, BsonValue argument, StageScope scope) {
        Long skip = Trees.wholeOf(argument);
        if (skip == null || skip < 0) {
            throw location(
                    5107200,
                    "invalid argument to $skip stage: Expected "
                            + (Trees.isNumber(argument)
                                    ? (skip == null ? "an integer" : "a non-negative number")
                                    : "a number")
                            + " in: " + BsonText.field("$skip", argument));
        }
        return (input, _) -> new WindowRows(input, new RowWindow(skip, 0));
    }

    @SuppressWarnings("UnusedVariable") // The shape of every stage's compiler.
    static Stage count(String name, BsonValue argument, StageScope scope) {
        if (!argument.isString()) {
            throw location(40156, "the count field must be a non-empty string");
        }
        String field = argument.asString().getValue();
        if (field.isEmpty()) {
            throw location(40157, "the count field must be a non-empty string");
        }
        if (field.startsWith("$")) {
            throw location(40158, "the count field cannot be a $-prefixed path");
        }
        if (field.indexOf('.') >= 0) {
            throw location(40160, "the count field cannot contain '.'");
        }
        return (input, _) -> Rows.collected(input, rows -> counted(rows, field));
    }

    private static Iterator<BsonDocument> counted(Rows rows, String field) {
        long count = 0;
        while (rows.nextView() != null) {
            count++;
        }
        return count == 0
                ? Collections.emptyIterator()
                : List.of(new BsonDocument(field, Trees.whole(count))).iterator();
    }

    /** The rows inside a window; nothing is pulled once it is full. */
    private record WindowRows(Rows input, RowWindow window) implements Rows {
        @Override
        public @Nullable BsonDocument next() {
            while (!window.isFull()) {
                BsonDocument row = input.next();
                if (row == null || window.admit()) {
                    return row;
                }
            }
            return null;
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
