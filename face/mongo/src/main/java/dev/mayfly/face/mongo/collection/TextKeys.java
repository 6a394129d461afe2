package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.Extraction;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.KeyPart;
import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.language.text.TextIndex;
import dev.mayfly.face.mongo.language.text.TextIndex.UnknownLanguageException;
import dev.mayfly.face.mongo.language.value.ShellText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** The keys of documents in an index of texts: one for each term, between the values of the other parts. */
public final class TextKeys implements CheckedKeys {
    private final List<KeyPart> parts;
    private final TextIndex texts;

    private TextKeys(List<KeyPart> parts, TextIndex texts) {
        this.parts = parts;
        this.texts = texts;
    }

    /** Returns null for an index that is not one of texts. */
    static @Nullable TextKeys of(IndexDefinition index, BsonDocument options) {
        TextIndex texts = TextOptions.index(options);
        return texts == null ? null : new TextKeys(index.parts(), texts);
    }

    @Override
    public void check(View document) {
        for (FieldPath path :
                Stream.concat(texts.before().stream(), texts.after().stream()).toList()) {
            if (meetsArray(document, path, 0)) {
                throw new CommandError(
                        MongoCode.CANNOT_BUILD_INDEX_KEYS,
                        "Field '" + path.dotted() + "' of text index contains an array in document: "
                                + ShellText.of(document.toBsonValue()));
            }
        }
        try {
            texts.scores(document);
        } catch (UnknownLanguageException refusal) {
            throw new CommandError(refusal.code(), refusal.reason());
        }
    }

    /** An array may stand on the way where a number names one of its elements. */
    private static boolean meetsArray(View at, FieldPath path, int depth) {
        boolean isEnd = depth == path.names().size();
        if (at.type() == ValueType.ARRAY) {
            View element = isEnd || path.position(depth) < 0 ? null : at.element(path.position(depth));
            return isEnd || path.position(depth) < 0 || (element != null && meetsArray(element, path, depth + 1));
        }
        View field = isEnd || at.type() != ValueType.OBJECT
                ? null
                : at.field(path.names().get(depth));
        return field != null && meetsArray(field, path, depth + 1);
    }

    @Override
    public Extraction keysOf(View document, long modified) {
        if (document.type() != ValueType.OBJECT) {
            return Extraction.NONE;
        }
        List<byte[]> terms = terms(document);
        List<byte[]> keys = List.of(new byte[0]);
        boolean isText = false;
        for (KeyPart part : parts) {
            String path = part.path().dotted();
            if (path.equals("_fts")) {
                keys = CheckedKeys.joined(keys, terms);
            } else if (!path.equals("_ftsx")) {
                keys = CheckedKeys.joined(
                        keys,
                        CheckedKeys.extractor(part, false).extract(document).keys());
            }
            isText |= path.equals("_fts");
        }
        return isText && !terms.isEmpty() ? new Extraction(CheckedKeys.sorted(keys), keys.size() > 1) : Extraction.NONE;
    }

    /** What an index meets while it is built, and cannot hold, is refused by its builder. */
    private List<byte[]> terms(View document) {
        List<byte[]> terms = new ArrayList<>();
        try {
            texts.scores(document).keySet().forEach(term -> terms.add(term(term)));
        } catch (UnknownLanguageException _) {
            return List.of();
        }
        return terms;
    }

    /** Returns a term as it stands in a key. */
    public static byte[] term(String term) {
        return new KeyWriter().appendString(term).toBytes();
    }
}
