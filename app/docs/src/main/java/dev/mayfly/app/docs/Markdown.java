package dev.mayfly.app.docs;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.CustomBlock;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.html.HtmlWriter;

/** CommonMark with tables, and how it becomes HTML: markup that stands in a document is text. */
final class Markdown {
    private static final List<Extension> TABLES = List.of(TablesExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(TABLES).build();

    private Markdown() {}

    static Node parse(String text) {
        Node document = PARSER.parse(text);
        document.accept(new Tidying());
        return document;
    }

    static String html(Page page) {
        return HtmlRenderer.builder()
                .extensions(TABLES)
                .escapeHtml(true)
                // It also says of every link that nobody vouches for it; here we do.
                .sanitizeUrls(true)
                .attributeProviderFactory(_ -> (node, _, attributes) -> {
                    String anchor = page.anchors().get(node);
                    if (anchor != null) {
                        attributes.put("id", anchor);
                    }
                    attributes.remove("rel");
                })
                .nodeRendererFactory(BoxRenderer::new)
                .build()
                .render(page.document());
    }

    /** Holds a table that may be wider than the screen. */
    private static final class Box extends CustomBlock {}

    private static final class Tidying extends AbstractVisitor {
        /** A comment is for those who write the document. */
        @Override
        public void visit(HtmlBlock node) {
            String text = node.getLiteral().strip();
            if (text.startsWith("<!--") && text.indexOf("-->") == text.length() - "-->".length()) {
                node.unlink();
            }
        }

        @Override
        public void visit(CustomBlock node) {
            if (node instanceof TableBlock) {
                Box box = new Box();
                node.insertBefore(box);
                box.appendChild(node);
            }
        }
    }

    private record BoxRenderer(HtmlNodeRendererContext context) implements NodeRenderer {
        @Override
        public Set<Class<? extends Node>> getNodeTypes() {
            return Set.of(Box.class);
        }

        @Override
        public void render(Node box) {
            HtmlWriter html = context.getWriter();
            html.line();
            html.tag("div", Map.of("class", "scroll"));
            context.render(box.getFirstChild());
            html.tag("/div");
            html.line();
        }
    }
}
