package dev.mayfly.engine.catalog;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.JsonValidator;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.MalformedDocumentException;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.document.View;
import java.util.Arrays;
import org.bson.BsonUndefined;

/** The form in which the documents of a collection are kept. */
public enum DocumentFormat {
    BSON {
        @Override
        public View view(byte[] bytes, int offset, int length) {
            return BsonView.of(bytes, offset);
        }
    },
    JSON {
        @Override
        public View view(byte[] bytes, int offset, int length) {
            return JsonView.of(Arrays.copyOfRange(bytes, offset, offset + length));
        }
    },
    /** Any bytes. A body that is not JSON text is undefined: it has no fields, and therefore no index entries. */
    ANY {
        @Override
        public View view(byte[] bytes, int offset, int length) {
            try {
                JsonValidator.validate(bytes, offset, length, DEPTH_MAX);
            } catch (MalformedDocumentException _) {
                return NOTHING;
            }
            return JsonView.of(Arrays.copyOfRange(bytes, offset, offset + length));
        }
    };

    private static final int DEPTH_MAX = 1_000;
    private static final View NOTHING = TreeView.of(new BsonUndefined());

    /** A look at the document that lies in this span. */
    public abstract View view(byte[] bytes, int offset, int length);
}
