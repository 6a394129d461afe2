package dev.mayfly.base.geo;

import java.util.ArrayList;
import java.util.List;

/**
 * A grid over a square of the plane, whose cells are numbered along a curve that keeps neighbours together (a geohash).
 *
 * @param bits how often each side is halved, at most 32
 * @param min the least coordinate of both axes
 * @param max the greatest
 */
public record PlaneGrid(int bits, double min, double max) {
    /** The number of spans at which a cover is refined no more. */
    private static final int SPANS_MAX = 48;

    private static final double STEPS = 0x1p32;

    public PlaneGrid {
        if (bits < 1 || bits > 32 || !(min < max)) {
            throw new IllegalArgumentException("a grid has 1 to 32 bits and a side");
        }
    }

    /** Returns whether the place lies on the grid. */
    public boolean contains(double x, double y) {
        return min <= x && x <= max && min <= y && y <= max;
    }

    /** Returns the number of the cell of a place on the grid. */
    public long cell(double x, double y) {
        return interleaved(step(x), step(y)) & mask(bits);
    }

    /** Returns the step of 2^32 on an axis; never decreases where the coordinate grows. */
    private long step(double coordinate) {
        double scaled = Math.floor((coordinate - min) / (max - min) * STEPS);
        return (long) Math.clamp(scaled, 0, STEPS - 1);
    }

    private static long mask(int depth) {
        return depth == 32 ? -1L : ~(-1L >>> (2 * depth));
    }

    /** Every bit of x stands before that of y. */
    private static long interleaved(long x, long y) {
        return (spread(x) << 1) | spread(y);
    }

    private static long spread(long step) {
        long bits = step & 0xFFFF_FFFFL;
        bits = (bits | (bits << 16)) & 0x0000_FFFF_0000_FFFFL;
        bits = (bits | (bits << 8)) & 0x00FF_00FF_00FF_00FFL;
        bits = (bits | (bits << 4)) & 0x0F0F_0F0F_0F0F_0F0FL;
        bits = (bits | (bits << 2)) & 0x3333_3333_3333_3333L;
        return (bits | (bits << 1)) & 0x5555_5555_5555_5555L;
    }

    /** Returns the numbers of the cells of all places within the box, and of others. */
    public List<CellSpan> within(PlaneBox box) {
        return cover(box, 0, 0, 0);
    }

    /** As above, but for cells all of whose places are nearer to a place than a distance. */
    public List<CellSpan> between(double x, double y, double from, PlaneBox box) {
        return cover(box, x, y, from);
    }

    private List<CellSpan> cover(PlaneBox box, double x, double y, double from) {
        boolean apart = box.right() < min || box.left() > max || box.top() < min || box.bottom() > max;
        if (apart) {
            return List.of();
        }
        Window window = new Window(step(box.left()), step(box.bottom()), step(box.right()), step(box.top()));
        List<Cell> open = List.of(new Cell(0, 0, 0));
        List<CellSpan> done = new ArrayList<>();
        while (!open.isEmpty() && done.size() + open.size() <= SPANS_MAX) {
            List<Cell> finer = new ArrayList<>();
            for (Cell cell : open) {
                if (cell.depth == bits || window.contains(cell)) {
                    done.add(cell.span(bits));
                } else {
                    cell.split(finer);
                }
            }
            finer.removeIf(cell -> !window.meets(cell) || isNear(cell, x, y, from));
            open = finer;
        }
        open.forEach(cell -> done.add(cell.span(bits)));
        return CellSpan.merged(done);
    }

    /** Returns whether the whole cell is nearer than the distance, with room for rounding. */
    private boolean isNear(Cell cell, double x, double y, double from) {
        if (from <= 0) {
            return false;
        }
        double unit = (max - min) / STEPS;
        PlaneBox box = new PlaneBox(
                min + (cell.x - 1) * unit,
                min + (cell.y - 1) * unit,
                min + (cell.x + cell.size() + 1) * unit,
                min + (cell.y + cell.size() + 1) * unit);
        return box.farthest(x, y) < from * (1 - 1e-12);
    }

    /** Steps of both axes, ends included. */
    private record Window(long left, long bottom, long right, long top) {
        boolean meets(Cell cell) {
            return cell.x <= right && cell.x + cell.size() > left && cell.y <= top && cell.y + cell.size() > bottom;
        }

        boolean contains(Cell cell) {
            return left <= cell.x
                    && cell.x + cell.size() - 1 <= right
                    && bottom <= cell.y
                    && cell.y + cell.size() - 1 <= top;
        }
    }

    /** A square of steps that is a cell of the grid after so many halvings. */
    private record Cell(long x, long y, int depth) {
        long size() {
            return 1L << (32 - depth);
        }

        void split(List<Cell> into) {
            long half = size() / 2;
            into.add(new Cell(x, y, depth + 1));
            into.add(new Cell(x, y + half, depth + 1));
            into.add(new Cell(x + half, y, depth + 1));
            into.add(new Cell(x + half, y + half, depth + 1));
        }

        /** Returns the numbers of the cells within. */
        CellSpan span(int bits) {
            long first = interleaved(x, y);
            long within = depth == 32 ? 0 : -1L >>> (2 * depth);
            return new CellSpan(first, (first | within) & mask(bits));
        }
    }
}
