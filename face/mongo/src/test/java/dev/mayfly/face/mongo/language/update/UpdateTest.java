package dev.mayfly.face.mongo.language.update;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.expression.Variables;
import java.util.List;
import java.util.Objects;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

class UpdateTest {
    @Test
    void theGivenDocumentIsNeverChanged() {
        BsonDocument document = BsonDocument.parse("{_id: 1, a: {b: [1, {c: 2}]}, d: 3}");
        BsonDocument copy = document.clone();
        compile("{$set: {'a.b.1.c': 9, 'a.x': 1}, $unset: {d: 1}, $inc: {e: 1}}")
                .apply(document, UpdateContext.at(0));
        assertEquals(copy, document);
    }

    @Test
    void anUnchangedDocumentIsReturnedItself() {
        BsonDocument document = BsonDocument.parse("{_id: 1, a: {b: 1}}");
        UpdateResult result = compile("{$set: {'a.b': 1}, $pull: {l: 1}}").apply(document, UpdateContext.at(0));
        assertFalse(result.changed());
        assertSame(document, result.document());
    }

    @Test
    void whatDoesNotChangeIsShared() {
        BsonDocument document = BsonDocument.parse("{_id: 1, a: {b: 1}, c: {d: 1}}");
        BsonDocument result = compile("{$set: {'a.b': 2}}")
                .apply(document, UpdateContext.at(0))
                .document();
        assertSame(document.get("c"), result.get("c"));
    }

    @Test
    void anUpdateKnowsWhatItsDollarStandsOn() {
        assertEquals("a.b", compile("{$set: {'a.b.$.c': 1}}").positionalPath());
        assertNull(compile("{$set: {'a.b.$[].c': 1}}").positionalPath());
        assertTrue(compile("{a: 1}").isReplacement());
        assertFalse(compile("{$set: {a: 1}}").isReplacement());
    }

    @Test
    void aResultMayNotNestDeeperThanCanBeStored() {
        BsonDocument deep = new BsonDocument();
        for (int i = 0; i < 98; i++) {
            deep = new BsonDocument("a", deep);
        }
        BsonDocument document = new BsonDocument("_id", new BsonInt32(1)).append("x", deep);
        Update fits = UpdateCompiler.compile(new BsonDocument("$set", document), List.of(), Variables.NONE);
        assertTrue(fits.apply(new BsonDocument("_id", new BsonInt32(1)), UpdateContext.at(0))
                .changed());
        Update tooDeep = UpdateCompiler.compile(
                new BsonDocument("$set", new BsonDocument("x.y", deep)), List.of(), Variables.NONE);
        QueryException refusal = assertThrows(
                QueryException.class,
                () -> tooDeep.apply(new BsonDocument("_id", new BsonInt32(1)), UpdateContext.at(0)));
        assertEquals(15, refusal.code());
    }

    private static Update compile(String update) {
        BsonValue parsed = BsonDocument.parse(update);
        return UpdateCompiler.compile(parsed, List.of(), Variables.NONE);
    }

    @Test
    void bytesThatAreNotNamedStayAsTheyAre() {
        BsonDocument document = BsonDocument.parse("{_id: 7, n: 1, gone: 'x', l: [1], text: 'stays'}");
        BsonView after = compile("{$inc: {n: 2}, $unset: {gone: 1}, $push: {l: 2}, $set: {b: true, a: {c: 1}}}")
                .patch(BsonView.of(BsonEncoding.encode(document)), UpdateContext.at(0));
        assertEquals(
                BsonDocument.parse("{_id: 7, n: 3, l: [1, 2], text: 'stays', a: {c: 1}, b: true}"),
                Objects.requireNonNull(after).toBsonValue());
    }

    @Test
    void anUpdateOfTheIdIsLeftToTheTree() {
        BsonView document = BsonView.of(BsonEncoding.encode(new BsonDocument("_id", new BsonInt32(7))));
        assertNull(compile("{$set: {_id: 7, n: 1}}").patch(document, UpdateContext.at(0)));
    }
}
