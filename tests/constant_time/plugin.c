/* Compares what a program does between two markers from call to call: the instructions it executes and the addresses it accesses.
 *
 * The first call of a region is the reference: its events are kept, and those of each other call are compared with them one by one.
 * Prints, for each region,
 *   region ID calls N distinct N instructions N      distinct traces, and the instructions of the first call
 *   differs ID call N at PC                          the first instruction where a call parts from the reference
 *   executed ID PC ...                               the first address of each run of instructions that was executed, and how many bytes */
#include "markers.h"

/* Instructions that are executed one after the other: to the end of QEMU's translation block or to a marker in it. */
struct block {
    uint64_t pc, last;
    uint32_t instructions, bytes;
    struct block *next;
    unsigned char executed[REGIONS];
};

/* An event is the address of a block with the top bit set, or an access: address, size and direction mixed. */
static struct region {
    unsigned long long calls, instructions;
    uint64_t *events;
    size_t count, capacity;
    uint64_t hashes[1024];
    int distinct;
    unsigned long long first_call;
    uint64_t first_pc;
} regions[REGIONS];

static struct block *blocks;
static uint64_t hash, pc;
static size_t position;
static unsigned long long executed;
static int parted;

static void on_event(uint64_t event)
{
    struct region *r = &regions[current];

    /* FNV-1a over words, to tell distinct traces. */
    hash = (hash ^ event) * 0x100000001b3;
    hash ^= hash >> 32;
    if (r->calls == 0) {
        if (position == r->capacity) {
            r->capacity = r->capacity ? 2 * r->capacity : 1 << 16;
            r->events = realloc(r->events, r->capacity * sizeof(*r->events));
            if (!r->events)
                give_up("no memory for the events", current);
        }
        r->events[r->count++] = event;
    } else if (!parted && (position >= r->count || r->events[position] != event)) {
        parted = 1;
        if (!r->first_pc) {
            r->first_pc = pc;
            r->first_call = r->calls;
        }
    }
    position++;
}

static void on_block(unsigned int vcpu, void *data)
{
    struct block *block = data;

    (void)vcpu;
    if (current < 0)
        return;
    block->executed[current] = 1;
    executed += block->instructions;
    on_event(block->pc | 1ULL << 63);
    /* If the next block is another one than it was, it is the last instruction of this one that parted. */
    pc = block->last;
}

static void on_access(unsigned int vcpu, qemu_plugin_meminfo_t info, uint64_t address, void *data)
{
    uint64_t before = pc;

    (void)vcpu;
    if (current < 0)
        return;
    pc = (uint64_t)(uintptr_t)data;
    on_event((address << 4 ^ qemu_plugin_mem_size_shift(info) << 1 ^ qemu_plugin_mem_is_store(info)) & ~(1ULL << 63));
    pc = before;
}

static void begun(int region)
{
    (void)region;
    hash = 0xcbf29ce484222325;
    position = 0;
    executed = 0;
    parted = 0;
}

static void ended(int region)
{
    struct region *r = &regions[region];
    int i;

    /* A trace that ends early is another one: its hash tells. */
    for (i = 0; i < r->distinct && r->hashes[i] != hash; i++)
        ;
    if (i == r->distinct && r->distinct < 1024)
        r->hashes[r->distinct++] = hash;
    if (r->calls == 0)
        r->instructions = executed;
    r->calls++;
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
    size_t count = qemu_plugin_tb_n_insns(tb);
    struct block *block = NULL;

    (void)id;
    for (size_t i = 0; i < count; i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);

        if (watch_marker(insn)) {
            block = NULL;
            continue;
        }
        if (!block) {
            block = calloc(1, sizeof(*block));
            if (!block)
                _Exit(2);
            block->pc = qemu_plugin_insn_vaddr(insn);
            block->next = blocks;
            blocks = block;
            qemu_plugin_register_vcpu_insn_exec_cb(insn, on_block, QEMU_PLUGIN_CB_NO_REGS, block);
        }
        block->last = qemu_plugin_insn_vaddr(insn);
        block->instructions++;
        block->bytes += qemu_plugin_insn_size(insn);
        qemu_plugin_register_vcpu_mem_cb(insn, on_access, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW,
                                         (void *)(uintptr_t)qemu_plugin_insn_vaddr(insn));
    }
}

static void report(void)
{
    for (int i = 0; i < REGIONS; i++) {
        const struct region *r = &regions[i];

        if (r->calls == 0)
            continue;
        printf("region %d calls %llu distinct %d instructions %llu\n", i, r->calls, r->distinct, r->instructions);
        if (r->first_pc)
            printf("differs %d call %llu at %llx\n", i, r->first_call, (unsigned long long)r->first_pc);
        for (const struct block *b = blocks; b; b = b->next)
            if (b->executed[i])
                printf("executed %d %llx %u\n", i, (unsigned long long)b->pc, b->bytes);
    }
}
