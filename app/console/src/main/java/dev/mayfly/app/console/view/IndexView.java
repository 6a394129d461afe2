package dev.mayfly.app.console.view;

import dev.mayfly.base.document.KeyPart;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.IndexDefinition;
import java.util.List;
import java.util.Locale;

/**
 * One index.
 *
 * @param kind the kind of its entries
 * @param expires whether a rule rests on it
 */
public record IndexView(
        String name,
        String kind,
        List<FieldView> fields,
        boolean unique,
        boolean hidden,
        boolean ready,
        boolean expires) {
    public record FieldView(String path, boolean ascending) {
        static FieldView of(KeyPart part) {
            return new FieldView(part.path().dotted(), !part.descending());
        }
    }

    public static IndexView of(CollectionRecord record, IndexDefinition index) {
        boolean expires = index.kind() == IndexDefinition.Kind.LIFETIME
                || record.policy().current().restsOn(index.id());
        return new IndexView(
                index.name(),
                index.kind().name().toLowerCase(Locale.ROOT),
                index.parts().stream().map(FieldView::of).toList(),
                index.unique(),
                index.hidden(),
                index.isReady(),
                expires);
    }
}
