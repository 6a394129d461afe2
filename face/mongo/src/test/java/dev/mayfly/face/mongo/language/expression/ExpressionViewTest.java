package dev.mayfly.face.mongo.language.expression;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import java.util.List;
import java.util.Set;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.junit.jupiter.api.Test;

class ExpressionViewTest {
    @Test
    void bytesAndTreesGiveTheSameValues() {
        BsonDocument document = BsonDocument.parse("{_id: 1, a: {b: [{c: 1}, {c: [2]}, 3]}, d: {$date: 5}}");
        for (String text : List.of("'$a.b.c'", "'$$ROOT'", "'$nothing'", "{$add: ['$d', 1]}", "{$size: '$a.b'}")) {
            Expression expression = ExpressionCompiler.compile(
                    BsonDocument.parse("{v: " + text + "}").get("v", ExpressionValues.MISSING));
            assertEquals(
                    expression.evaluate(TreeView.of(document), Variables.NONE),
                    expression.evaluate(BsonView.of(bytes(document)), Variables.NONE),
                    text);
        }
    }

    @Test
    void boundExpressionsReadTheVariablesTheyWereGiven() {
        Variables variables = Variables.NONE.with("x", new BsonInt32(5));
        BsonValue value = ExpressionCompiler.bound(variables)
                .apply(new BsonString("$$x"))
                .evaluate(TreeView.of(new BsonDocument()), Variables.NONE);
        assertEquals(new BsonInt32(5), value);
    }

    @Test
    void aVariableHidesTheOuterOneOfItsName() {
        Variables variables = Variables.NONE.with("x", new BsonInt32(1)).with("y", new BsonInt32(2));
        assertEquals(new BsonInt32(3), variables.with("x", new BsonInt32(3)).get("x"));
        assertEquals(new BsonInt32(1), variables.get("x"));
        assertEquals(Set.of("x", "y"), variables.names());
        assertNull(variables.get("z"));
    }

    private static byte[] bytes(BsonDocument document) {
        BasicOutputBuffer out = new BasicOutputBuffer();
        new BsonDocumentCodec()
                .encode(
                        new BsonBinaryWriter(out),
                        document,
                        EncoderContext.builder().build());
        return out.toByteArray();
    }
}
