package dev.mayfly.face.mongo.write;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.update.UpdateContext;
import dev.mayfly.face.mongo.language.update.UpdateResult;
import dev.mayfly.face.mongo.language.value.BsonSize;
import dev.mayfly.face.mongo.language.value.HeapSize;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;

/**
 * Updates a document that matches.
 *
 * <p>An update that changes nothing writes nothing, as in MongoDB; so it does not restart the clock of a document that
 * lives from its last modification either.
 */
final class Modification extends Change {
    private static final int RESULT_TOO_LARGE = 17419;

    private final WriteTarget target;
    private final UpdateStatement statement;
    private final long nowMillis;
    private @Nullable BsonView patched;
    private BsonDocument after = new BsonDocument();
    private boolean changed;

    Modification(WriteTarget target, UpdateStatement statement, long nowMillis) {
        super(statement.filter());
        this.target = target;
        this.statement = statement;
        this.nowMillis = nowMillis;
    }

    @Override
    Decision change(Document current, ReadView reading) {
        View view = current.view();
        setBefore(view);
        UpdateContext context = UpdateContext.at(nowMillis).matchedAt(position());
        patched = view instanceof BsonView bytes ? statement.update().patch(bytes, context) : null;
        return patched == null
                ? ofTree(current, reading, context)
                : ofBytes(current, reading, patched, patched.equals(view));
    }

    /** @param isSame whether the result is the very document, in which nothing has changed */
    private Decision ofBytes(Document current, ReadView reading, BsonView result, boolean isSame) {
        changed = !isSame;
        return changed ? put(current, reading, result.bytes()) : Decision.KEEP;
    }

    private Decision ofTree(Document current, ReadView reading, UpdateContext context) {
        BsonDocument before = before();
        UpdateResult result = statement.update().apply(before, context);
        after = result.document();
        changed = result.changed();
        if (!changed) {
            if (statement.update().isReplacement()) {
                // A document that stays as it is because it is put once more still has to be one that may be put.
                target.check(reading, current.view(), current.view());
            }
            return Decision.KEEP;
        }
        if (statement.update().isReplacement()) {
            after = stamped(after, nowMillis);
        }
        // An update may have put one large value in many places, where the tree has it but once.
        if (BsonSize.certainlyExceeds(after, NewDocument.BYTES_MAX)) {
            throw tooLarge();
        }
        return put(current, reading, BsonEncoding.encode(after));
    }

    private Decision put(Document current, ReadView reading, byte[] body) {
        if (body.length > NewDocument.BYTES_MAX) {
            throw tooLarge();
        }
        target.check(reading, BsonView.of(body), current.view());
        return new Decision.Put(body, lifetime(current, body), current.face(), difference(current.view(), body));
    }

    private static QueryException tooLarge() {
        return new QueryException(
                RESULT_TOO_LARGE,
                "Location" + RESULT_TOO_LARGE,
                "Resulting document after update is larger than " + NewDocument.BYTES_MAX);
    }

    /** A document stamped with its insertion order requests no lifetime. */
    private Lifetime lifetime(Document current, byte[] body) {
        return current.face().length > 0 ? Lifetime.INHERIT : target.lifetimes().of(BsonView.of(body));
    }

    private @Nullable Supplier<byte[]> difference(View from, byte[] to) {
        return statement.update().isReplacement()
                ? null
                : () -> BsonEncoding.encode(UpdateDescription.of(
                        HeapSize.admittedTree(from), HeapSize.admittedTree(BsonView.of(to)), statement.argument()));
    }

    /** Timestamps of nothing but zeros are filled in, except in the id. */
    private static BsonDocument stamped(BsonDocument document, long nowMillis) {
        BsonDocument stamped = new BsonDocument(document.size());
        document.forEach((name, value) -> {
            boolean isLeft = value instanceof BsonTimestamp timestamp && timestamp.getValue() == 0;
            boolean isFilled = isLeft && !name.equals("_id");
            stamped.put(name, isFilled ? new BsonTimestamp(NewIds.timestamp(nowMillis)) : value);
        });
        return stamped;
    }

    /** The document as it is now. */
    BsonDocument after() {
        return patched == null ? after : patched.toBsonValue().asDocument();
    }

    /** Says that a unique value of the changed document is another's. */
    WriteFailedException refusal(Collection collection, WriteOutcome.DuplicateValue duplicate) {
        return new WriteFailedException(
                DuplicateKeys.ofIndex(collection, duplicate, BsonView.of(BsonEncoding.encode(after()))));
    }

    boolean isChanged() {
        return changed;
    }
}
